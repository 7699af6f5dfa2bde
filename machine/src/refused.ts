/** A request that this machine refuses, with the reason in words for whoever asked. */
export class Refused extends Error {}
