package dev.baton.api;

import dev.baton.task.Bytes;

/** Calls codecs. What they throw is told of without its message, which may quote the content. */
final class QuietCodec {
  private QuietCodec() {}

  /**
   * @param what is written, for people
   * @throws PayloadUnwritableException when the codec can't write it
   */
  static Bytes encode(PayloadCodec codec, String what, Object value) {
    try {
      return codec.encode(value);
    } catch (StoreUnavailableException | PayloadUnreadableException told) {
      throw told;
    } catch (PayloadUnwritableException told) {
      if (told.getSuppressed().length == 0) {
        throw told;
      }
      throw new PayloadUnwritableException(String.valueOf(told.getMessage()), told);
    } catch (RuntimeException broken) {
      throw new PayloadUnwritableException(
          what + " can't be written: its codec threw " + broken.getClass().getName(), broken);
    }
  }

  /**
   * @param what is read, for people
   * @throws PayloadUnreadableException when the codec can't read it
   */
  static <T> T decode(PayloadCodec codec, String what, Bytes raw, Class<T> target) {
    try {
      return codec.decode(raw, target);
    } catch (PayloadUnreadableException | StoreUnavailableException told) {
      // The latter from a codec that needs more than the bytes, such as a key: worth a retry.
      throw told;
    } catch (RuntimeException broken) {
      throw new PayloadUnreadableException(
          what + " can't be read: its codec threw " + broken.getClass().getName(), broken);
    }
  }
}
