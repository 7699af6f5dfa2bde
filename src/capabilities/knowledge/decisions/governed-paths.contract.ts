import { z } from 'zod'

/** `./src` is how shells spell `src`. */
const withoutDot = (path: string) => path.replace(/^(?:\.\/)+/, '')
const parts = (path: string) => path.split('/').every((part) => part !== '.' && part !== '..')
const relative = (path: string) => !path.startsWith('/') && !path.includes('//')

/** A file of a repository in the form tools print it: `src/main/serve.ts`. */
export const Path = z
  .string()
  .overwrite(withoutDot)
  .min(1)
  .max(500)
  .regex(/^[^\p{Cc}\p{Cs}\\]+$/u, 'must be a path with / between its parts')
  .refine(relative, 'must be relative to the repository, without a leading or double /')
  .refine(parts, 'must not contain . or .. as a part')

/** `*` and `?` stand for anything within one part, `**` for any number of parts, a trailing `/` for everything below. */
export const Glob = z
  .string()
  .overwrite(withoutDot)
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}\\{}!]+$/u, 'must be a glob of names, /, *, ? and **; list alternatives one by one')
  .refine(relative, 'must be relative to the repository, without a leading or double /')
  .refine(parts, 'must not contain . or .. as a part')
  .refine((glob) => glob.split('/').every((part) => part === '**' || !part.includes('**')), 'must have ** only as a whole part')
