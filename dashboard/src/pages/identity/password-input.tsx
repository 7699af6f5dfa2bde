import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'

/** A password field that can show its text. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} maxLength={200} className="pr-48" />
      <Button
        look="quiet"
        square
        className="absolute inset-y-0 right-4 my-auto"
        aria-label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff /> : <Eye />}
      </Button>
    </div>
  )
}
