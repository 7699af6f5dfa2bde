import type { Operation } from '../../kernel/operation.ts'

export function renderReference(operations: ReadonlyMap<string, Operation>): string {
  return `<!doctype html><title>Baton</title>${operations.size}`
}
