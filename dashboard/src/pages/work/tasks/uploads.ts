import { BatonError, type Output } from '@baton/client'
import { useState } from 'react'
import { toast } from '../../../data/toast.ts'
import { largestFile, uploadFile } from '../../../data/attachments.ts'
import { useOrganization } from '../../../data/organization.ts'
import { readAgain } from '../../../data/reads.ts'
import { bytes } from '../../../ui/format.ts'
import type { Item } from '../../../data/tasks/items.ts'

export interface Uploads {
  /** Names of the files being uploaded. */
  under: readonly string[]
  /** Attaches files; returns links to them for the text that they were put into. */
  send(files: File[]): Promise<string>
}

export type Attachment = Output<'listAttachments'>['items'][number]

/** How a text refers to an attachment of its own item. */
const attachmentAnchor = (id: string): string => `#attachment-${id}`

export function useUploads(item: Item): Uploads {
  const organization = useOrganization()
  const [under, setUnder] = useState<readonly string[]>([])
  const one = async (file: File): Promise<string> => {
    if (file.size > largestFile) {
      toast.error(`${file.name} could not be attached`, {
        description: `Files can be up to ${bytes(largestFile)}; this one is ${bytes(file.size)}.`,
      })
      return ''
    }
    setUnder((before) => [...before, file.name])
    try {
      const { id, name } = await uploadFile(organization, item.key, file)
      readAgain(organization, new Set(['listAttachments', 'getItem']))
      return `[${name.replace(/[[\]\\]/g, '\\$&')}](${attachmentAnchor(id)})`
    } catch (error) {
      const description = error instanceof BatonError ? error.detail : 'Can’t reach the server. Try again when you’re online.'
      toast.error(`${file.name} could not be attached`, { description })
      return ''
    } finally {
      setUnder((before) => before.filter((name) => name !== file.name))
    }
  }
  const send = async (files: File[]) => {
    const links: string[] = []
    for (const file of files) links.push(await one(file))
    return links.filter(Boolean).join(' ')
  }
  return { under, send }
}
