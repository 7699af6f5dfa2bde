/** A kind of event: its name, and which columns of the log its data fills. */
export interface EventKind<Data> {
  readonly type: string
  readonly place: (data: Data) => { project_id?: string | null; owner_id?: string | null; subject_id?: string | null }
}

export function event<Data>(type: string, place: EventKind<Data>['place']): EventKind<Data> {
  return { type, place }
}
