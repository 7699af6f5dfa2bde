export interface Table {
  columns: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
}

// A spreadsheet would execute a cell that begins like a formula.
const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const toCsv = ({ columns, rows }: Table): string => [columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')

export function download(name: string, table: Table): void {
  const url = URL.createObjectURL(new Blob([toCsv(table)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
