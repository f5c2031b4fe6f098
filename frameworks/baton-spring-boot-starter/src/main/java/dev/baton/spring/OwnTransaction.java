package dev.baton.spring;

import dev.baton.spring.error.BatonSetupException;
import dev.baton.spring.transaction.ManagedSource;
import dev.baton.spring.transaction.SpringTransactions;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/**
 * What a transactional handler says by {@code @Transactional}, Spring's or Jakarta's, of a
 * transaction that Baton has begun for it.
 *
 * @param said null where it says nothing
 */
record OwnTransaction(TaskMethod call, @Nullable TransactionAttribute said) {
  private static final TransactionAttributeSource TRANSACTIONS =
      new AnnotationTransactionAttributeSource(false);

  private static final Set<Integer> LEAVES_THE_TRANSACTION =
      Set.of(
          TransactionDefinition.PROPAGATION_REQUIRES_NEW,
          TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
          TransactionDefinition.PROPAGATION_NEVER);

  static OwnTransaction of(TaskMethod call) {
    return new OwnTransaction(
        call, TRANSACTIONS.getTransactionAttribute(call.method(), call.beanClass()));
  }

  /**
   * @throws BatonSetupException when it leaves the transaction, or wants it to be another one
   */
  void refuseApart() {
    if (said == null) {
      return;
    }
    if (LEAVES_THE_TRANSACTION.contains(said.getPropagationBehavior())) {
      throw call.refused(
          "says @Transactional(propagation = REQUIRES_NEW, NOT_SUPPORTED or NEVER): what it"
              + " writes would not be in the transaction that Baton has begun, which completes"
              + " the task",
          "Take it away, or @TaskHandler(transactional = true)");
    }
    if (said.getIsolationLevel() != TransactionDefinition.ISOLATION_DEFAULT) {
      throw call.refused(
          "says @Transactional(isolation = ...), which has no effect in the transaction that"
              + " Baton has begun",
          "Take it away; SpringTransactions.of(dataSource, manager, isolation) as a bean says the"
              + " isolation of all transactional handlers");
    }
  }

  /**
   * @throws BatonSetupException when its transaction manager is for another database
   */
  void refuseElsewhere(ConfigurableListableBeanFactory beans, BatonDatabase database) {
    if (said != null
        && manager(beans, said.getQualifier()) instanceof PlatformTransactionManager own
        && own != database.manager()
        && !SpringTransactions.isJta(own)
        && !ManagedSource.isSame(own, database.dataSource())) {
      throw call.refused(
          "says @Transactional by a "
              + ManagedSource.name(own)
              + " of another data source: what it writes would not be in the transaction that"
              + " Baton has begun, which completes the task",
          "Name Baton's transaction manager in @Transactional, or take"
              + " @TaskHandler(transactional = true) away");
    }
  }

  /** As Spring's interceptor finds it; null where it doesn't. */
  private static @Nullable TransactionManager manager(
      ConfigurableListableBeanFactory beans, @Nullable String qualifier) {
    return qualifier == null || qualifier.isEmpty()
        ? beans.getBeanProvider(TransactionManager.class).getIfUnique()
        : BeanFactoryAnnotationUtils.qualifiedBeanOfType(
            beans, TransactionManager.class, qualifier);
  }
}
