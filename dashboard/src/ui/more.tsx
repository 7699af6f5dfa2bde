import { Button } from './button.tsx'

interface List {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** Loads the next page of a list on click. */
export function More({ list }: { list: List }) {
  if (!list.hasNextPage) return null
  return (
    <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      Show more
    </Button>
  )
}
