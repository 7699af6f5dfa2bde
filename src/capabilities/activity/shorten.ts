const longestData = 16_000
const longestText = 400
const longestList = 20

/** An event's data as one answer may carry it: when it is long, its long texts and lists are cut. */
export function shorten(data: Record<string, unknown>): { data: Record<string, unknown>; data_cut: boolean } {
  if (JSON.stringify(data).length <= longestData) return { data, data_cut: false }
  const cut = cutValue(data) as Record<string, unknown>
  return { data: JSON.stringify(cut).length <= longestData ? cut : {}, data_cut: true }
}

function cutValue(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= longestText ? value : `${value.slice(0, longestText).toWellFormed()}…`
  if (Array.isArray(value)) return value.slice(0, longestList).map(cutValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutValue(one)]))
}
