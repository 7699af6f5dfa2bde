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

/** For `page.evaluate`: whether the page has stored its tasks on the device, which it does two seconds after it has read them. */
export const tasksKept = `(async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'baton-tasks')) return false
  const database = await new Promise((done) => { const opening = indexedDB.open('baton-tasks'); opening.onsuccess = () => done(opening.result) })
  const keys = await new Promise((done) => {
    const reading = database.transaction('tasks').objectStore('tasks').getAllKeys()
    reading.onsuccess = () => done(reading.result)
  })
  database.close()
  return keys.length > 0
})()`

/** For `page.evaluate`: whether every file of the offline set, and the page itself, is on this device. */
export const offlineSetKept = `(async () => {
  if (!navigator.serviceWorker.controller) return false
  const list = await (await fetch(document.querySelector('meta[name=baton-offline]').content)).json()
  return (await Promise.all(['/', ...list].map((file) => caches.match(file)))).every(Boolean)
})()`
