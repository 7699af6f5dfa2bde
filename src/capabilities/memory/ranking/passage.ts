interface Told {
  stem: string
  weight: number
}

/** How far a cut may move to reach a space, so that a passage neither begins nor ends inside a word. */
const reach = 24

/** The part of a text, at most `max` long, that holds most of what was asked for; the beginning if it holds none of it. */
export function passageOf(text: string, stems: readonly Told[], max: number): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  if (line.length <= max) return line
  const start = startOf(line.toLowerCase(), stems, max)
  const from = start === 0 ? 0 : afterSpace(line, start)
  const end = from + max >= line.length ? line.length : beforeSpace(line, from + max)
  return `${from > 0 ? '…' : ''}${line.slice(from, end).toWellFormed()}${end < line.length ? '…' : ''}`
}

/** A stem may occur in several places: picks the window that begins slightly before an occurrence and whose stems weigh most. */
function startOf(line: string, stems: readonly Told[], max: number): number {
  const found = stems.flatMap(({ stem, weight }, of) => placesOf(line, stem).map((at) => ({ at, of, weight })))
  found.sort((a, b) => a.at - b.at)
  const lead = Math.floor(max / 5)
  let best = { start: 0, sum: 0 }
  for (const { at } of found) {
    const start = Math.max(0, at - lead)
    const inside = new Map(found.filter((one) => one.at >= start && one.at < start + max - reach).map((one) => [one.of, one.weight]))
    const sum = [...inside.values()].reduce((total, weight) => total + weight, 0)
    if (sum > best.sum) best = { start, sum }
  }
  return Math.min(best.start, line.length - max)
}

const maxPlaces = 20

function placesOf(line: string, stem: string): number[] {
  const places: number[] = []
  for (let at = line.indexOf(stem); at >= 0 && places.length < maxPlaces; at = line.indexOf(stem, at + 1)) places.push(at)
  return places
}

function afterSpace(line: string, place: number): number {
  const space = line.indexOf(' ', place)
  return space >= 0 && space - place < reach ? space + 1 : place
}

function beforeSpace(line: string, place: number): number {
  const space = line.lastIndexOf(' ', place)
  return space >= 0 && place - space < reach ? space : place
}
