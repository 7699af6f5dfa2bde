/** The URL of the page for a search hit or the subject of an event. */
export function addressOf(org: string, thing: { kind: string; id: string; ref?: string | null }): string {
  const name = thing.ref ?? thing.id
  switch (thing.kind) {
    case 'task':
    case 'story':
    case 'epic':
      return `/${org}/t/${name}`
    case 'feature':
      return `/${org}/features/${thing.id}`
    case 'spec':
      return `/${org}/specs/${thing.id}`
    case 'decision':
      return `/${org}/decisions/${thing.id}`
    case 'note':
      return `/${org}/notes/${thing.id}`
    case 'session':
      return `/${org}/sessions/${thing.id}`
    case 'agent':
      return `/${org}/agents/${thing.id}`
    case 'skill':
      return `/${org}/skills/${thing.id}`
    case 'issue_report':
      return `/${org}/settings/reports/${thing.id}`
    case 'tunnel_action':
      return `/${org}/machines`
    case 'project':
      return `/${org}/p/${name}/board`
    default:
      return `/${org}/search`
  }
}
