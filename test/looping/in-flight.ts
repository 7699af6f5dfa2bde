/** Does this with all items, several at a time and in no particular order. */
export async function inFlight<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>, atOnce = 6): Promise<void> {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
}
