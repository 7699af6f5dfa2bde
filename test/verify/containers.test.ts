import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const compose = read('compose.yaml')
const dockerfile = read('Dockerfile')

test('every variable that compose.yaml asks for is explained in .env.example', () => {
  const explained = new Set([...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name))
  const asked = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name)
  expect(asked).toContain('PUBLISH')
  expect(asked.filter((name) => !explained.has(name))).toEqual([])
})

test('the images that are built upon have exact versions, Node the one that is tested with', () => {
  const images = [...`${dockerfile}\n${compose}`.matchAll(/(?:^FROM|image:) (\S+:\S+)/gm)].map(([, image]) => image)
  expect(images.length).toBeGreaterThanOrEqual(5)
  for (const image of images) expect(image).toMatch(/:\d+\.\d+\.\d+/)
  const { node } = JSON.parse(read('package.json')).dependencies
  expect(new Set(images.filter((image) => image?.startsWith('node:')))).toEqual(new Set([`node:${node}-bookworm-slim`]))
})

test('a developer’s secrets, uploads and tests stay out of the build', () => {
  const lines = read('.dockerignore').split('\n')
  expect(lines.find((line) => line && !line.startsWith('#'))).toBe('*')
  for (const name of ['.env', 'data', 'test', '.git']) expect(lines).not.toContain(`!${name}`)
})

test('server and worker have every variable of .env, one folder for uploads that is theirs to write, and time to stop', () => {
  const block = (start: string) => compose.slice(compose.indexOf(start)).split('\n\n')[0] ?? ''
  const shared = block('x-app: &app')
  for (const service of ['server', 'worker']) expect(block(`\n  ${service}:\n`)).toContain('<<: *app')
  expect(shared).toContain('env_file: .env\n')
  expect(shared).toContain("volumes: ['files:/data']")
  expect(shared).toMatch(/FILES_URL: .*file:\/\/\/data\//)
  expect(dockerfile).toContain('RUN install -d -o node -g node /data')
  // Draining takes up to 16 seconds.
  expect(Number(/stop_grace_period: (\d+)s/.exec(shared)?.[1])).toBeGreaterThan(16)
})
