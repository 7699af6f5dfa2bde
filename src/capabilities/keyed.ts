/**
 * The item `w` that a key names: its own, or one it had in a project it was moved away from. The index of former keys holds only items that have
 * some, and is used only where the query says so.
 */
export const keyed = <Name extends string>(name: Name) =>
  `(w.key = ${name} or (w.former_keys <> '{}' and w.former_keys @> array[${name}]::text[]))` as const

export const keyedAmong = <Names extends string>(names: Names) =>
  `(w.key = any(${names}::text[]) or (w.former_keys <> '{}' and w.former_keys && ${names}::text[]))` as const

const isUuid = "~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'"
/** Those of these names that are ids, to be compared with a column of ids: one turned into text is found by no index. */
export const idsAmong = <Names extends string>(names: Names) =>
  `array(select n::uuid from unnest(${names}::text[]) n where n ${isUuid})` as const
