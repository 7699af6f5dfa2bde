/** What this machine's own file does not allow, in words for whoever asked. */
export class Refused extends Error {}
