/** The response of a door, in the web API's terms. */
export interface Outcome {
  status: number
  text: string
  body: any
}
