import { Button } from './button.tsx'

interface List {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** The rest of a list, when it is asked for. */
export function More({ list }: { list: List }) {
  if (!list.hasNextPage) return null
  return (
    <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Show more
    </Button>
  )
}
