type Fields = Record<string, unknown>

/** Of each item of a list, or of one thing, what a model needs to go on; what is empty is not said. */
export function conciseForm(output: Fields, fields: readonly string[]): Fields {
  const { items } = output
  return Array.isArray(items) ? { ...output, items: items.map((item: Fields) => pick(item, fields)) } : pick(output, fields)
}

function pick(value: Fields, fields: readonly string[]): Fields {
  const kept: Fields = {}
  for (const field of fields) if (isSaid(value[field])) kept[field] = value[field]
  return kept
}

export function isSaid(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
