import { shopMedia } from '#rules/picture-address.ts'
import type { SettingValues } from './settings-checks.ts'

/** Where the shop's files lie. */
export type StorageConfig = { kind: 'folder' } | S3Config

export type S3Config = {
  kind: 's3'
  bucket: string
  /** Empty, or a folder in the bucket with a slash at its end. */
  prefix: string
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
  /** Who hands pictures to browsers: the shop, the store by signed addresses, or whoever listens at an address. */
  handsOut: 'shop' | 'signed' | { at: string }
}

export function arrangeStorage(values: SettingValues): StorageConfig {
  const { STORAGE: storage, S3_REGION: region, STORAGE_PUBLIC: handedOut } = values
  if (storage === undefined) return { kind: 'folder' }
  const [bucket = '', ...folders] = storage.replace('s3://', '').split('/').filter(Boolean)
  return {
    kind: 's3',
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    endpoint: values.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    region,
    accessKey: values.S3_ACCESS_KEY ?? '',
    secretKey: values.S3_SECRET_KEY ?? '',
    handsOut: handedOut === undefined ? 'shop' : handedOut === 'signed' ? 'signed' : { at: handedOut },
  }
}

/** Where pages point for pictures: the shop's own address, unless somebody else hands them out. */
export function picturesAt(storage: StorageConfig): string {
  return storage.kind === 's3' && typeof storage.handsOut === 'object' ? storage.handsOut.at : shopMedia
}

/** The one foreign place that browsers may load pictures from, if there is one. */
export function pictureOrigin(storage: StorageConfig): string | null {
  if (storage.kind === 'folder' || storage.handsOut === 'shop') return null
  return storage.handsOut === 'signed' ? storage.endpoint : new URL(storage.handsOut.at).origin
}
