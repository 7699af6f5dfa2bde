/** Which of the wanted fields differ from what is stored; undefined fields are ignored. */
export function changedFields<Row extends object, Wanted extends { [Field in keyof Row]?: Row[Field] | undefined }>(
  before: Row,
  wanted: Wanted,
): (keyof Row & keyof Wanted & string)[] {
  const fields = Object.keys(wanted) as (keyof Row & keyof Wanted & string)[]
  return fields.filter((field) => wanted[field] !== undefined && JSON.stringify(wanted[field]) !== JSON.stringify(before[field]))
}
