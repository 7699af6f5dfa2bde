const longest = 60

/** A branch name that links the branch to its task: "pla-14-retry-outgoing-deliveries". */
export function branchName({ key, title }: { key: string; title: string }): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return `${key.toLowerCase()}-${words}`.slice(0, longest).replace(/^-+|-+$/g, '')
}
