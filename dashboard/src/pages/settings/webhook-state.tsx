import type { Output } from '@baton/client'
import { Chip } from '../../ui/chip.tsx'

const reasons = {
  by_hand: 'off',
  failing: 'off: kept failing',
  gone: 'off: receiver gone',
  creator_left: 'off: creator left',
  set_aside: 'off: created before the email was verified',
}

export function WebhookState({ webhook: { enabled, disabled_reason, failing_since } }: { webhook: Output<'getWebhook'> }) {
  if (!enabled) return <Chip tone={disabled_reason === 'by_hand' ? 'plain' : 'bad'}>{reasons[disabled_reason ?? 'by_hand']}</Chip>
  return failing_since ? <Chip tone="warn">failing</Chip> : <Chip tone="ok">on</Chip>
}
