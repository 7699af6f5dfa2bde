import { useCallback, useEffect, useState, type RefObject } from 'react'

interface Shape {
  /** The number of rows, and the height of each. */
  count: number
  size: number
  gap?: number
  /** Padding before the first row and after the last. */
  before?: number
  after?: number
  scroll: RefObject<HTMLElement | null>
}

interface Window {
  total: number
  items: { index: number; start: number }[]
  reveal(index: number): void
}

const overscan = 6

/** Virtualizes rows of a fixed height. Nothing is measured, so scrolling costs one division. */
export function useWindow({ count, size, gap = 0, before = 0, after = 0, scroll }: Shape): Window {
  const step = size + gap
  const [[first, last], setRange] = useState<readonly [number, number]>([0, 30])
  useEffect(() => {
    const element = scroll.current
    if (!element) return
    const look = () => {
      const from = Math.max(0, Math.floor((element.scrollTop - before) / step) - overscan)
      const to = Math.ceil((element.scrollTop + element.clientHeight) / step) + overscan
      setRange((now) => (now[0] === from && now[1] === to ? now : [from, to]))
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroll, step, before, count === 0])
  const reveal = useCallback(
    (index: number) => {
      const element = scroll.current
      if (!element) return
      const top = before + index * step
      if (top < element.scrollTop) element.scrollTop = top - before
      else if (top + step > element.scrollTop + element.clientHeight) element.scrollTop = top + step - element.clientHeight
    },
    [scroll, before, step],
  )
  // When the list gets shorter, the browser scrolls back; until its scroll event arrives, show the end of the list.
  const end = Math.min(count, last)
  const begin = Math.max(0, Math.min(first, end - (last - first)))
  const items = Array.from({ length: end - begin }, (_, at) => ({ index: begin + at, start: before + (begin + at) * step }))
  return { total: before + Math.max(0, count * step - gap) + after, items, reveal }
}
