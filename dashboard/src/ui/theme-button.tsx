import { Moon, Sun } from 'lucide-react'
import { dark, setTheme } from '../data/theme.ts'
import { useStore } from '../data/store.ts'
import { Button } from './button.tsx'

/** Toggles between light and dark. */
export function ThemeButton({ className }: { className?: string }) {
  const isDark = useStore(dark)
  return (
    <Button
      look="quiet"
      square
      {...(className && { className })}
      aria-label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun /> : <Moon />}
    </Button>
  )
}
