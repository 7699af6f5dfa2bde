import { Button } from '../../../ui/button.tsx'
import { useEntrance } from '../entrance.ts'
import { setOut } from '../journey.ts'
import { ProviderMark } from './provider-mark.tsx'

/** One button for each provider that is configured on the instance. */
export function ProviderButtons({ back, secret, verb = 'Continue' }: { back: string; secret?: string; verb?: string }) {
  const providers = useEntrance()?.providers ?? []
  return providers.map(({ provider, name, url }) => (
    <Button key={provider} className="h-target w-full" onClick={() => void setOut(url, back, secret)}>
      <ProviderMark provider={provider} /> {verb} with {name}
    </Button>
  ))
}
