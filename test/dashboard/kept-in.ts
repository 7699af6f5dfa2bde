import type { Page } from 'playwright-core'

/** Everything this browser has stored: local storage, session storage and every IndexedDB database. */
export const keptIn = (page: Page): Promise<string> =>
  page.evaluate(`(async () => {
    const found = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error)
        })
        found.push(JSON.stringify(rows))
      }
      database.close()
    }
    return found.join('\\n')
  })()`)
