import { toast } from '../data/toast.ts'

/** Copies text and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  toast.success(`${what} copied`)
}
