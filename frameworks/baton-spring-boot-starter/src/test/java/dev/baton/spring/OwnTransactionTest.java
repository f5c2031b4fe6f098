package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spring.error.BatonSetupException;
import jakarta.transaction.Transactional.TxType;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Tests that each way to leave a transaction that Baton began is refused, and nothing else. */
class OwnTransactionTest {
  private static final Set<Propagation> LEAVING =
      EnumSet.of(Propagation.REQUIRES_NEW, Propagation.NOT_SUPPORTED, Propagation.NEVER);

  public static class BySpring {
    @Transactional(propagation = Propagation.REQUIRED)
    public void required() {}

    @Transactional(propagation = Propagation.SUPPORTS)
    public void supports() {}

    @Transactional(propagation = Propagation.MANDATORY)
    public void mandatory() {}

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void requires_new() {}

    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    public void not_supported() {}

    @Transactional(propagation = Propagation.NEVER)
    public void never() {}

    @Transactional(propagation = Propagation.NESTED)
    public void nested() {}
  }

  public static class ByJakarta {
    @jakarta.transaction.Transactional(TxType.REQUIRED)
    public void required() {}

    @jakarta.transaction.Transactional(TxType.SUPPORTS)
    public void supports() {}

    @jakarta.transaction.Transactional(TxType.MANDATORY)
    public void mandatory() {}

    @jakarta.transaction.Transactional(TxType.REQUIRES_NEW)
    public void requires_new() {}

    @jakarta.transaction.Transactional(TxType.NOT_SUPPORTED)
    public void not_supported() {}

    @jakarta.transaction.Transactional(TxType.NEVER)
    public void never() {}
  }

  @ParameterizedTest
  @EnumSource
  void handlerWhosePropagationLeavesTheTransactionIsRefused(Propagation propagation)
      throws Exception {
    check(BySpring.class, propagation);
  }

  @ParameterizedTest
  @EnumSource
  void handlerWhoseTxTypeLeavesTheTransactionIsRefused(TxType type) throws Exception {
    check(ByJakarta.class, Propagation.valueOf(type.name()));
  }

  private static void check(Class<?> handlers, Propagation propagation) throws Exception {
    String method = propagation.name().toLowerCase(Locale.ROOT);
    OwnTransaction own =
        OwnTransaction.of(
            new TaskMethod(
                new DefaultListableBeanFactory(), "bean", handlers, handlers.getMethod(method)));
    assertThat(own.said()).isNotNull();
    if (LEAVING.contains(propagation)) {
      assertThatThrownBy(own::refuseApart)
          .isInstanceOf(BatonSetupException.class)
          .hasMessageContaining(method)
          .hasMessageContaining("would not be in the transaction of Baton");
    } else {
      assertThatCode(own::refuseApart).doesNotThrowAnyException();
    }
  }
}
