import { presenceAsked, withPerson } from '../../data/step-up.ts'
import { useStore } from '../../data/store.ts'
import { lazily } from '../../ui/lazily.tsx'

const StepUpDialog = lazily('over', () => import('./step-up-dialog.tsx'))

/** Mounted beside every page; asks for a passkey, a password or a code when the server requires a recent login. */
export function StepUp() {
  const question = useStore(presenceAsked)
  return question && <StepUpDialog answer={question.answer} />
}

/** For secrets, which never go through the outbox: `await withPerson(() => account.createMcpToken(…))`. `act()` does this by itself. */
export const useStepUp = (): { withPerson: typeof withPerson } => ({ withPerson })
