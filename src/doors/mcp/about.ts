import { apiVersion } from '../rest/raw-routes/reference.ts'

export const about = { name: 'baton', title: 'Baton', version: apiVersion }
