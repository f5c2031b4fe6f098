package dev.baton.api.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which exceptions a single catch clause handles. */
class BatonExceptionTest {
  private static final List<Class<? extends BatonException>> OF_THE_STORE =
      List.of(
          StoreUnavailableException.class,
          StoreBusyException.class,
          CommitUnknownException.class,
          CommitRefusedException.class,
          RequestRefusedException.class,
          SearchTimeoutException.class);

  @Test
  void onlyErrorsThatMaySucceedLaterAreUnavailable() {
    assertThat(OF_THE_STORE)
        .filteredOn(StoreUnavailableException.class::isAssignableFrom)
        .containsExactly(StoreUnavailableException.class, StoreBusyException.class);
  }

  @Test
  void onlyStoreErrorsAreStoreExceptions() {
    assertThat(OF_THE_STORE).allMatch(StoreException.class::isAssignableFrom);
    List<Class<? extends BatonException>> others =
        List.of(
            ConfigurationException.class,
            PayloadException.class,
            UnknownHereException.class,
            TaskNotDoneException.class,
            DeadlineExceededException.class,
            LeaseLostException.class);
    assertThat(others).noneMatch(StoreException.class::isAssignableFrom);
  }

  @Test
  void payloadExceptionsKeepNothingOfTheirCause() {
    IllegalStateException quotes = new IllegalStateException("SECRET");
    for (PayloadException broken :
        List.of(
            new PayloadException("broken", quotes), new UnknownHereException("broken", quotes))) {
      broken.addSuppressed(quotes);
      assertThat(broken.getSuppressed()).isEmpty();
      assertThat(broken.getCause()).hasMessageContaining("IllegalStateException");
      assertThat(broken).hasStackTraceContaining("broken").hasMessage("broken");
      assertThat(broken.getCause()).hasMessageNotContaining("SECRET");
    }
  }
}
