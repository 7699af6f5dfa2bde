/**
 * Matches the item `w` by its key, or by one it had in a project it was moved away from. The index on former keys is partial, covering only
 * items that have some, and is used only if the query repeats its condition.
 */
export const keyed = <Name extends string>(name: Name) =>
  `(w.key = ${name} or (w.former_keys <> '{}' and w.former_keys @> array[${name}]::text[]))` as const

export const keyedAmong = <Names extends string>(names: Names) =>
  `(w.key = any(${names}::text[]) or (w.former_keys <> '{}' and w.former_keys && ${names}::text[]))` as const

const isUuid = "~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'"
/** The given names that are ids, to compare with an id column: casting that column to text would rule out any index. */
export const idsAmong = <Names extends string>(names: Names) =>
  `array(select n::uuid from unnest(${names}::text[]) n where n ${isUuid})` as const
