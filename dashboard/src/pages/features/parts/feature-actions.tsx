import { useNavigate } from '@tanstack/react-router'
import {
  AlarmClock,
  Ban,
  Ellipsis,
  GitCommitHorizontal,
  Link2,
  MessageSquareText,
  Pencil,
  RotateCcw,
  ShieldCheck,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../../data/toast.ts'
import { useCommands } from '../../../commands/registry.ts'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { CommitDialog } from '../dialogs/commit-dialog.tsx'
import { approve, snooze } from './decide.ts'
import { useDeciders } from './deciders.ts'
import { EditFeature } from '../dialogs/edit-feature.tsx'
import { laterTimes } from './later.ts'
import { ReviewDialog } from '../dialogs/review-dialog.tsx'
import { SendBackDialog } from '../dialogs/send-back-dialog.tsx'
import { WordsDialog } from '../dialogs/words-dialog.tsx'
import { gateName, type Feature } from './words.ts'

type Open = 'edit' | 'commit' | 'review' | 'back' | 'cancel' | 'approve' | null

/** All actions on a feature, in its menu and in the command palette. */
export function FeatureActions({ feature, list }: { feature: Feature; list: string }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePeople()
  const deciders = useDeciders(feature)
  const [open, setOpen] = useState<Open>(null)
  const show = (which: Open) => (next: boolean) => setOpen(next ? which : null)
  const gate = gateName(feature.gate ?? '', feature.requirements)
  const active = feature.status === 'active' && writes
  const input = { feature: feature.id }
  const then = ['listFeatures', 'getFeature', 'listApprovals'] as const
  const undo = () => ({ organization, operation: 'restoreFeature' as const, input, label: `Restore ${feature.ref}` })
  const remove = async () => {
    const answer = await act({
      organization,
      operation: 'deleteFeature',
      input,
      label: `Delete ${feature.ref}`,
      done: `${feature.ref} deleted`,
      undo,
      then: ['listFeatures', 'listApprovals'],
    })
    if (answer) void navigate({ to: list })
  }
  const cancel = (reason: string) =>
    act({
      organization,
      operation: 'cancelFeature',
      input: { ...input, ...(reason && { reason }) },
      label: `Cancel ${feature.ref}`,
      done: `${feature.ref} cancelled`,
      undo,
      then,
    })
  const waits =
    feature.requirements.find(({ key }) => key === feature.gate)?.kind === 'approval' && deciders.me && !deciders.given && active
  const items: (MenuItem | null)[] = [
    ...(waits ? [{ title: `Approve ${gate} with comment…`, icon: ShieldCheck, run: () => setOpen('approve') }] : []),
    ...(active ? [{ title: 'Submit review…', icon: MessageSquareText, run: () => setOpen('review') }] : []),
    ...(active ? [{ title: 'Report commit…', icon: GitCommitHorizontal, run: () => setOpen('commit') }] : []),
    ...(active ? [{ title: 'Send back…', icon: Undo2, run: () => setOpen('back') }] : []),
    ...(waits
      ? [
          null,
          ...laterTimes().map(({ word, until }) => ({
            title: `Remind me ${word}`,
            icon: AlarmClock,
            run: () => void snooze(organization, feature, until, word),
          })),
        ]
      : []),
    ...(writes ? [null, { title: 'Edit…', icon: Pencil, keys: 'e', run: () => setOpen('edit') }] : []),
    ...(active ? [{ title: 'Cancel…', icon: Ban, run: () => setOpen('cancel') }] : []),
    ...(writes && feature.status === 'cancelled'
      ? [{ title: 'Restore', icon: RotateCcw, run: () => void act({ ...undo(), done: `${feature.ref} is active again`, then }) }]
      : []),
    ...(writes ? [{ title: 'Delete', icon: Trash2, danger: true, run: () => void remove() }] : []),
  ]
  useCommands(
    items
      .flatMap((item) => item ?? [])
      .map((item) => ({ ...item, id: `feature ${item.title}`, title: item.title.replace('…', ''), group: feature.ref })),
  )
  return (
    <>
      <Button
        look="quiet"
        onClick={() => void navigator.clipboard.writeText(location.href.split('?')[0] ?? '').then(() => toast.success('Link copied'))}
      >
        <Link2 aria-hidden /> <span className="max-wide:sr-only">Copy link</span>
      </Button>
      {items.length > 0 && (
        <Menu
          trigger={
            <Button look="quiet" square aria-label="More actions">
              <Ellipsis />
            </Button>
          }
          items={items}
        />
      )}
      <EditFeature feature={feature} open={open === 'edit'} onOpenChange={show('edit')} />
      <CommitDialog feature={feature} open={open === 'commit'} onOpenChange={show('commit')} />
      <ReviewDialog feature={feature} first={open === 'review' ? 'approve' : null} close={() => setOpen(null)} />
      <SendBackDialog feature={feature} requirements={feature.requirements} open={open === 'back'} onOpenChange={show('back')} />
      <WordsDialog
        open={open === 'approve'}
        onOpenChange={show('approve')}
        title={`Approve ${gate} of ${feature.ref}`}
        label="Comment"
        submit={`Approve ${gate}`}
        onSay={(words) => void approve(organization, feature, words, feature.requirements)}
      />
      <WordsDialog
        open={open === 'cancel'}
        onOpenChange={show('cancel')}
        title={`Cancel ${feature.ref}`}
        about="It won’t count as shipped. You can restore it later."
        label="Why"
        hint="Optional."
        submit="Cancel feature"
        onSay={(reason) => void cancel(reason)}
      />
    </>
  )
}
