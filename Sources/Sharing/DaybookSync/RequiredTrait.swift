#if !Sync
#error(
  "DaybookSync signs with swift-crypto: embed Daybook with the trait Sync, which is on unless told")
#endif
