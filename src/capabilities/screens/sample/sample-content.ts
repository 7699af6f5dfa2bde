/** The content of the sample project: a small store, in the words a team would use. Dates are in days from today. */

interface SampleTask {
  title: string
  description?: string
  status: 'backlog' | 'todo' | 'in_progress' | 'in_review' | 'complete' | 'cancelled'
  priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
  labels?: string[]
  estimate?: number
  due?: number
  by?: 'agent' | 'me'
  /** Titles of the tasks it waits for. */
  after?: string[]
}

export const project = {
  name: 'Storefront sample',
  description: 'A sample project to look around in. Its agent works for about two minutes; remove it all in one click when you are done.',
}

export const agent = {
  name: 'Juniper',
  role: 'Sample agent',
  description: 'Replays a short session in the sample project. It calls no model and costs nothing.',
  model: 'sample',
}

/** The task that the agent works on in the replay. */
export const played = 'Retry a payment that timed out'

export const epics: {
  title: string
  description: string
  stories: { title: string; tasks: SampleTask[] }[]
}[] = [
  {
    title: 'Checkout never loses an order',
    description: 'Whatever the payment provider does, an order is charged once and confirmed once.',
    stories: [
      {
        title: 'Payments',
        tasks: [
          {
            title: 'Give every payment an idempotency key',
            description: 'The key is made with the cart and sent with each attempt.\n\n- [x] Key on the cart\n- [x] Header on each call',
            status: 'complete',
            priority: 'high',
            labels: ['payments'],
            estimate: 2,
            due: -3,
            by: 'agent',
          },
          {
            title: played,
            description:
              'A timeout says nothing about the charge. Ask the provider by idempotency key first, then retry with backoff.\n\n- [ ] Ask before charging again\n- [ ] At most 5 attempts\n- [ ] Test with a provider that never answers',
            status: 'todo',
            priority: 'urgent',
            labels: ['payments', 'reliability'],
            estimate: 3,
            due: 1,
            by: 'agent',
            after: ['Give every payment an idempotency key'],
          },
          {
            title: 'Tell the customer when a payment is still open',
            status: 'todo',
            priority: 'high',
            labels: ['payments', 'ui'],
            estimate: 2,
            due: 4,
            by: 'me',
            after: [played],
          },
          {
            title: 'Refund from the order page',
            status: 'backlog',
            priority: 'medium',
            labels: ['payments'],
            estimate: 5,
            due: 12,
          },
        ],
      },
      {
        title: 'Cart',
        tasks: [
          {
            title: 'Keep the cart across devices',
            status: 'in_progress',
            priority: 'medium',
            labels: ['cart'],
            estimate: 3,
            due: 3,
            by: 'me',
          },
          { title: 'Reserve stock for ten minutes', status: 'in_review', priority: 'high', labels: ['cart'], estimate: 3, due: 2 },
          {
            title: 'Show delivery costs before checkout',
            status: 'complete',
            priority: 'low',
            labels: ['cart', 'ui'],
            estimate: 1,
            due: -6,
          },
          { title: 'Share a cart by link', status: 'cancelled', priority: 'low', labels: ['cart'] },
        ],
      },
    ],
  },
  {
    title: 'A faster storefront',
    description: 'First product on the screen within a second on a phone.',
    stories: [
      {
        title: 'Search and product pages',
        tasks: [
          {
            title: 'Measure the product page on a slow phone',
            status: 'complete',
            priority: 'medium',
            labels: ['speed'],
            estimate: 1,
            due: -1,
          },
          {
            title: 'Serve product pictures as AVIF',
            status: 'todo',
            priority: 'medium',
            labels: ['speed'],
            estimate: 2,
            due: 6,
            after: ['Measure the product page on a slow phone'],
          },
          { title: 'Search as you type', status: 'backlog', priority: 'medium', labels: ['search', 'ui'], estimate: 5, due: 14 },
          {
            title: 'Remember the last ten searches',
            status: 'backlog',
            priority: 'low',
            labels: ['search'],
            estimate: 1,
            due: 16,
            after: ['Search as you type'],
          },
        ],
      },
    ],
  },
]

export const comments = [
  { on: 'Reserve stock for ten minutes', body: 'Works in the demo store. Please look at the case where two people buy the last one.' },
  { on: played, body: 'The provider answers within 30 s or never: a retry before that charges twice.' },
]

export const spec = {
  title: 'Payments that survive a timeout',
  status: 'approved' as const,
  tags: ['payments'],
  body: `## Goal
An order is charged exactly once, also when the payment provider times out.

## Rules
1. Every attempt carries the cart's idempotency key.
2. After a timeout we ask for the state of the charge before we try again.
3. Five attempts at most, with backoff: 1, 2, 4, 8 and 16 seconds.
4. What is still open after that is shown to the customer and to support.

## Out of scope
Refunds, other providers.
`,
}

export const draft = {
  title: 'Search as you type',
  status: 'draft' as const,
  tags: ['search'],
  body: '## Goal\nResults within 100 ms of a key press.\n\n## Open questions\n- Do we rank by sales or by words?\n',
}

export const decisions = [
  {
    title: 'Ask for the state of a charge before retrying',
    status: 'accepted' as const,
    context: 'A timeout does not say whether the customer was charged.',
    rationale: 'Asking costs one call; charging twice costs a customer.',
    alternatives: [{ title: 'Retry at once', why_not: 'Charged 14 people twice in March.' }],
    paths: ['src/payments/**'],
    tags: ['payments'],
  },
  {
    title: 'Pictures as AVIF with a JPEG fallback',
    status: 'proposed' as const,
    context: 'Pictures are 70% of the product page.',
    rationale: 'AVIF halves them at the same quality.',
    alternatives: [{ title: 'WebP', why_not: 'A third larger in our tests.' }],
    tags: ['speed'],
  },
]

export const notes = [
  {
    title: 'How we release',
    content:
      '# How we release\n\n1. Everything green on `main`\n2. Deploy to 5% of visitors\n3. Watch payments for ten minutes\n4. All visitors\n',
    tags: ['runbook'],
    pinned: true,
  },
  {
    title: 'Payment provider: what to know',
    content: 'Timeouts come in bursts, mostly on the hour. Support answers within a day.\n\nSee also [[How we release]].\n',
    tags: ['payments'],
  },
]

export const memories = [
  { content: 'The payment provider answers within 30 seconds or not at all.', tags: ['payments'], pinned: true },
  { content: 'Tests of payments run against the fake provider in test/fakes/provider.ts; it can be told to time out.', tags: ['testing'] },
  { content: 'Money is stored in cents as integers. Never use floating point for amounts.', tags: ['payments'] },
  { content: 'The product page is measured on a Moto G with a slow 3G profile.', tags: ['speed'] },
]

export const feature = {
  title: 'Payments survive a timeout',
  tasks: ['Give every payment an idempotency key', played],
  evidence: [
    { check: 'spec', outcome: 'pass' as const, note: 'Spec approved in the planning call.' },
    { check: 'plan', outcome: 'pass' as const, note: 'Two tasks: idempotency keys first, then the retry.' },
  ],
}
