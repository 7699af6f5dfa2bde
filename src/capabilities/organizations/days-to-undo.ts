const day = 86_400_000

/** How long a deleted organization or a closed account can come back before it is erased. */
export const daysToUndo = 30

export const undoUntil = (deletedAt: string | null): Date => new Date(new Date(deletedAt ?? 0).getTime() + daysToUndo * day)

/** What was deleted before this moment is erased. */
export const erasedBefore = (now: Date): Date => new Date(now.getTime() - daysToUndo * day)
