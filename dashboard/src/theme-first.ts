import { applyTheme } from './data/theme.ts'

// Before the first paint, so that a dark page never flashes white.
applyTheme()
