/** About where comparing each entry stops being faster than the index; below it misses nothing besides (docs/memory.md). */
export const mostExact = 4000

export const searchedExactly = (size: number): boolean => size <= mostExact
