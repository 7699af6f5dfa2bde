const list = (text: string) => text.split(',').map((word) => word.trim())

/** The vocabulary of the sentences; the first words of each list are used most often. */
export const words = {
  part: list(`login page, payment service, search index, deployment pipeline, mobile app, invoice export, notification queue, user profile,
    task board, audit log, rate limiter, session store, image upload, onboarding tour, email template, backup job, feature flags, password
    reset, webhook sender, billing report, calendar sync, chat widget, cache layer, load balancer, database migration, event stream, search
    ranking, access control, API gateway, command line tool, design system, error page, data warehouse, message broker, content editor,
    translation files, map view, barcode scanner, video player, recommendation model, fraud detector, speech recognizer, tax calculation,
    shopping cart, stock forecast, delivery tracking, customer survey, help center, release notes, status page, test suite, build cache,
    container image, staging cluster, certificate renewal, domain transfer, log shipping, metrics collector, tracing agent, alert rules,
    on-call schedule, incident review, security scan, penetration test, privacy notice, cookie banner, consent form, data retention job,
    archive storage, print layout, PDF renderer, spreadsheet import, contact merge, address lookup, currency conversion, loyalty points,
    gift cards, refund flow, subscription renewal, trial period, pricing page, sales dashboard, lead scoring, newsletter, referral program,
    partner portal, vendor contract, job applications, interview notes, training course, employee directory, expense claims, meeting rooms,
    time sheets, payroll run, warehouse robots, temperature sensors, firmware update, bluetooth pairing, battery indicator, camera
    calibration, route planner, flight booking, seat selection, hotel reviews, recipe collection, patient records, lab results, prescription
    renewal, insurance quote, mortgage form, exam grading, lecture recordings, library catalogue, ticket scanner, game lobby, leaderboard,
    music playlist, podcast feed, photo album, voice calls, screen sharing, keyboard shortcuts, dark mode, accessibility labels`),
  first: list(`Maria, Daniel, Aisha, Tom, Yuki, Priya, Lukas, Sofia, Omar, Ingrid, Chen, Rosa, Viktor, Hannah, Kofi, Elena, Marcus, Leila,
    Pedro, Nina, Samuel, Fatima, Jonas, Mei, Carlos, Anna, Ravi, Greta, Ibrahim, Clara, Mateo, Olga, Ben, Zara, Hugo, Amara`),
  last: list(`Silva, Novak, Khan, Weber, Tanaka, Patel, Larsen, Rossi, Haddad, Berg, Wang, Moreno, Petrov, Fischer, Mensah, Popescu, Young,
    Karimi, Costa, Lindholm, Okafor, Aziz, Keller, Zhou, Vega, Kowalski, Iyer, Hansen, Diallo, Dubois, Castro, Ivanova, Ward, Malik`),
  tool: list(`PostgreSQL, Redis, Kubernetes, Terraform, React, TypeScript, Kafka, Docker, Python, GraphQL, Elasticsearch, Rust, Nginx, Grafana,
    SQLite, RabbitMQ, Swift, Kotlin, Go, Ansible, Jenkins, Vue, WebAssembly, gRPC, OpenTelemetry, Prometheus, Snowflake, Airflow, Spark,
    PyTorch, Playwright, Cypress, Figma, Stripe, Twilio, Okta, Vault, Helm, Cloudflare, FFmpeg, Unity, Blender, LaTeX, Excel, COBOL, Perl`),
  trouble:
    list(`times out under load, loses the last entry, shows the wrong total, crashes on start, answers twice, leaks memory, ignores the
    time zone, breaks on long names, fails without a network, is slow for large customers, rejects valid input, drops the connection, shows
    stale data, sends the message to the wrong person, cannot be undone, hangs when the disk is full, forgets the language, blocks the main
    thread, returns an empty list, rounds amounts down, overwrites newer changes, asks for the password again, prints garbled letters,
    flickers while scrolling, drains the battery, fills the log with warnings, counts deleted rows, deadlocks once a day, skips the first
    page, misses daylight saving time, exposes internal names, fails for right-to-left text, cannot be reached by keyboard, duplicates the
    order, corrupts the upload, retries forever, sorts numbers as text, keeps a lock too long, starts before its dependencies`),
  change:
    list(`rewrite, replace, remove, split, cache, document, test, monitor, simplify, delay, encrypt, translate, redesign, rename, automate,
    roll back, speed up, hand over, outsource, freeze, merge, publish, review, archive, price, measure, harden, migrate, isolate, deprecate`),
  done: list(`rewrote, replaced, removed, split, cached, documented, tested, monitored, simplified, delayed, encrypted, translated, redesigned,
    renamed, automated, rolled back, sped up, handed over, outsourced, froze, merged, published, reviewed, archived, measured, hardened,
    migrated, isolated, deprecated, repaired`),
  reason:
    list(`customers complained about it, the old one is no longer maintained, it was too expensive, the law requires it, nobody understood
    the code, the contract ends in autumn, it failed twice last week, the tests were flaky, a competitor does it better, it blocked the
    release, the auditors asked for it, it used too much memory, the vendor raised the price, a new colleague starts on Monday, support
    spends hours on it, the numbers did not add up, it made the office cold, the hardware arrives late, the translation was wrong, people
    pressed the wrong button, two teams built the same thing, the license forbids it, it must work without a connection, the budget was cut,
    an attacker could guess the link, hospitals need proof, teachers want to print it, the truck drivers wear gloves, it has to run on old
    phones, screen readers skipped it, the sales team promised it, the database ran out of space, it wakes people at night, nobody used it`),
  when: list(`yesterday, last week, in March, before the release, after the outage, on Friday, during the night, next quarter, at the retreat,
    in the spring, this morning, since the merger, by the end of the year, over the holidays, in the last sprint, two years ago, after lunch,
    at the stand-up, before the audit, in the first week of June`),
  who: list(`a bank in Norway, the school district, the support team, a hospital, our largest customer, the finance department, new users, the
    legal team, a logistics company, volunteers, the city council, a small bakery, the marketing team, students, a car maker, the board,
    freelancers, a museum, an airline, the night shift, a farm cooperative, a law firm, parents, journalists, a theatre, the data team`),
  file: list(`config, worker, router, schema, helpers, index, session, parser, styles, billing, upload, mailer, queue, client, tokens, search,
    report, layout, hooks, policy, import, export, player, sensor, ledger, basket, profile, editor, roster, invoice`),
  ending: list(`ts, sql, yaml, py, md, go, json, css, rs, sh`),
  look: list(`blue, round, quiet, larger, friendly, bare, animated, printed, two-column, handwritten, bold, translucent`),
  rule: list(`every change needs two reviews, secrets never go into a log, dates are stored in UTC, amounts are kept in cents, a file does one
    thing, names are written in full, errors say what to do next, feature branches live for two days, tests use real servers, the design is
    decided before the code, interviews are done in pairs, nobody deploys on a Friday afternoon, backups are restored once a month, each
    endpoint has an owner, customer data stays in Europe, meetings end after half an hour, documents are written in plain English, all
    images have a description, a failed job is tried three times, prices include the tax`),
} as const

/** Templates of what is stored and of what is asked; no question is also stored. */
export const statements = [
  'The {part} {trouble}, so we will {change} it {when}.',
  '{first} {last} {done} the {part} because {reason}.',
  'We decided to {change} the {part} with {tool}: {reason}.',
  'The {part} {trouble} for {who}; see {file}-{file}.{ending}, line {number}.',
  'For the {part}, {rule}.',
  '{who} asked us to {change} the {part} {when}, but {reason}.',
  'Since version {small}.{number} the {part} {trouble} when {tool} is restarted.',
  '{first} prefers {tool} over {tool} for the {part}.',
  'Error E{code} means that the {part} {trouble}.',
  'The {part} now takes {number} milliseconds instead of {code}, after {first} {done} {file}.{ending}.',
  'To {change} the {part}, run the script in {file}/{file}.{ending} and restart {tool}.',
  'The {part} and the {part} share the table in {tool}, because {reason}.',
  'The button of the {part} should look {look}, not {look}; {who} could not find it.',
  '{first} {last} owns the {part} and is away {when}.',
  '{who} uses the {part} about {code} times a day and says it {trouble}.',
  'Never {change} the {part} before the {part} is done: {reason}.',
  'Ticket {code}: the {part} {trouble}. {first} {done} it {when}.',
  'The contract with {who} covers the {part} up to {code} users.',
  'We tried {tool} for the {part} {when} and gave it up since {reason}.',
  'The limit of the {part} is {code} a minute; above it {trouble}.',
] as const

export const questions = [
  'Why did we {change} the {part}?',
  'Who knows about the {part} and {tool}?',
  'What happens when the {part} {trouble}?',
  'What did {who} say about the {part}?',
  'How do I {change} the {part} without breaking the {part}?',
  '{part} {trouble} with {tool}',
  'What did {first} {last} decide on the {part} {when}?',
  'Is there a rule that {rule}?',
  'Which customers complained that the {part} {trouble}?',
  'error E{code} in {file}.{ending}',
] as const
