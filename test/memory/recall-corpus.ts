import type { Corpus } from '../../bench/recall/measure-recall.ts'

const memories = `
Ana: Morning! Did the nightly backup finish?
Ben: It did, but it took four hours because the attachments bucket doubled.
Ana: Then let's move attachments to the cold storage tier.
Ben: Agreed. I will write the lifecycle rule on Thursday.
Ana: What about the restore drill?
Ben: We ran it in March and it took fifty minutes from zero to serving.
Cleo: The payment provider is Stripe for cards and Mollie for bank transfers.
Cleo: Refunds above 500 euros need a second pair of eyes.
Cleo: Finance wants invoices as PDF, sent on the first of each month.
Dev: Why do we not use the provider's own invoices?
Cleo: Their tax lines are wrong for Norway.
Ana: The mobile team froze the old API until October.
Ben: Which version is the oldest one that must keep working?
Ana: 3.4, because the warehouse scanners cannot be updated.
Dev: I taught the linter to refuse raw SQL outside of query files.
Dev: It found eleven places, nine of them in reports.
Ben: Reports run on the replica, so a slow query there hurts nobody.
Ana: Except on the last day of the quarter.
Cleo: Our largest customer is a hospital group in Graz.
Cleo: They need single sign-on with their own identity provider.
Dev: I wrote the connector last week; it speaks SAML.
Dev: Their certificates expire every ninety days.
Ben: Put a reminder into the calendar two weeks before.
Ana: The on-call phone is in the drawer below the printer.
Ana: Its code is known to the team leads only.
Ben: Who took the phone over the holidays?
Dev: I had it; it rang twice, both times for the certificate.
Cleo: The landing page test ended: the short form won by twelve percent.
Cleo: We keep the long form for enterprise leads.
Ana: Feature flags live in a table, not in a service of their own.
Ben: A flag older than six months is removed by whoever made it.
Dev: The search index is rebuilt at two in the morning.
Dev: While it runs, suggestions come from yesterday's copy.
Ana: Customers in Japan see the page slowly.
Ben: An edge cache in Tokyo brought it from three seconds to one.
Cleo: Legal asked us to keep audit entries for seven years.
Dev: That is why they are never deleted with the organization.
Ana: The build was slow since every job installed the browser.
Dev: I put the browser into the image and it went from nine minutes to four.
Ben: Flaky tests are quarantined for a week at most.
Ben: Then they are fixed or removed, no third way.
Cleo: Support closes at six, the pager goes on from there.
Ana: We chose Valkey when Redis changed its licence.
Ben: The only thing kept there is what may be lost.
Dev: Emails go out through a queue with three retries.
Dev: A bounce marks the address and stops the digest.
Ana: My dog chewed through the standing desk's cable.
Ana: The insurance paid for a new one.
Ben: I am learning to bake rye bread on Sundays.
Cleo: My sister's wedding is on the ninth of May in Porto.
Dev: I ran the half marathon in under two hours.
Ben: The new office has no air conditioning on the south side.
Cleo: Facilities promised blinds before the summer.
Ana: Standup moved to half past nine because of the school run.
Dev: Dark mode broke the charts: their axes were black on black.
Dev: Colours come from tokens now, never from hex codes.
Ben: The licence scan refuses anything under AGPL.
Cleo: A journalist asked about our carbon footprint.
Ana: The data centre runs on hydro power, and says so in its report.
Ben: Passwords are hashed with Argon2, sixty-four megabytes each.
`
  .trim()
  .split('\n')
  .map((text, place) => ({ id: String(place), text }))

const ask = (question: string, ...evidence: number[]) => ({ question, evidence: evidence.map(String) })

/** Sixty memories of a team in chronological order, and questions about them. */
export const corpus: Corpus = {
  memories,
  questions: [
    ask('How long did the nightly backup take?', 1),
    ask('When will Ben write the lifecycle rule?', 3),
    ask('How quickly can we restore from nothing?', 5),
    ask('Who handles bank transfers?', 6),
    ask('When does a refund need a second person?', 7),
    ask("Why don't we use the invoices of the payment provider?", 10),
    ask('What is the oldest API version we have to support, and why?', 13),
    ask('How many places did the linter find?', 15),
    ask('When do slow reports hurt?', 16, 17),
    ask('Which sign-on protocol does the hospital connector speak?', 20),
    ask('How often do the certificates of the hospital expire?', 21),
    ask('Where is the on-call phone?', 23),
    ask('Who went on call over the holidays?', 26),
    ask('Which form won the landing page test?', 27),
    ask('What happens to old feature flags?', 30),
    ask('When is the search index rebuilt?', 31),
    ask('What made the page faster for Japanese customers?', 34),
    ask('How long must audit entries be kept?', 35),
    ask('How did the build get faster?', 38),
    ask('What do we do about flaky tests?', 39, 40),
    ask('Why did we choose Valkey?', 42),
    ask('What happens when a mail bounces?', 45),
    ask('Where is the wedding of Cleo’s sister?', 49),
    ask('Why were the chart axes invisible?', 54),
    ask('How are passwords stored?', 59),
  ],
}
