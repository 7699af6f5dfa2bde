import { z } from 'zod'
import { author, deletion, line, refersTo, stamps, synced, value } from '../../record.ts'

export const attachmentRecord = synced('attachments', 'created_by', {
  ...stamps,
  ...deletion,
  ...author,
  item_id: refersTo('item', { as: 'item', must: true }),
  name: value(line(200)),
  // Where the server has stored the bytes, which follow the record in a file.
  file: {
    within: 'bytes',
    schema: z
      .string()
      .regex(/^[0-9a-f]{32}\.bin$/)
      .optional(),
  },
  content_type: value(line(100), { why: 'bytes' }),
  size: value(z.int().min(0).max(67_108_864), { why: 'bytes' }),
})
