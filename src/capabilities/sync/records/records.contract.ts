/** In the order in which they can be stored: what others refer to comes first. */
export const kinds = [
  'agent',
  'project',
  'workflow',
  'milestone',
  'item',
  'comment',
  'attachment',
  'note',
  'spec',
  'decision',
  'memory',
  'skill',
  'feature',
  'view',
] as const
export type Kind = (typeof kinds)[number]
