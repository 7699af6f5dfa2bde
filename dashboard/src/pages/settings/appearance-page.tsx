import { Moon, Monitor, Sun } from 'lucide-react'
import { useState } from 'react'
import { act } from '../../data/writes/act.ts'
import { useOrganization } from '../../data/organization.ts'
import { setTheme, theme, type Theme } from '../../data/theme.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Group, SettingsFrame } from './settings-frame.tsx'

export function AppearancePage() {
  const organization = useOrganization()
  const [chosen, setChosen] = useState<Theme>(theme)
  const choose = (next: Theme) => {
    setTheme(next)
    setChosen(next)
    void act({ organization, operation: 'updatePreferences', input: { theme: next }, label: 'Change theme', then: ['getPreferences'] })
  }
  return (
    <SettingsFrame title="Appearance">
      <Group title="Theme" about="Saved to your account and this browser.">
        <Segmented
          label="Theme"
          value={chosen}
          onChange={choose}
          options={[
            { value: 'system', title: 'System', icon: Monitor },
            { value: 'light', title: 'Light', icon: Sun },
            { value: 'dark', title: 'Dark', icon: Moon },
          ]}
        />
      </Group>
    </SettingsFrame>
  )
}
