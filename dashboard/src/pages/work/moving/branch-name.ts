const longest = 60

/** How a branch for a task is called, so that it is linked to it: "pla-14-retry-outgoing-deliveries". */
export function branchName({ key, title }: { key: string; title: string }): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return `${key.toLowerCase()}-${words}`.slice(0, longest).replace(/^-+|-+$/g, '')
}
