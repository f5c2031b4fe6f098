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
 * The {@code @Transactional} attributes, Spring's or Jakarta's, of a transactional handler, whose
 * transaction Baton begins.
 *
 * @param said null without an annotation
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
   * Refuses a handler that would not run in Baton's transaction.
   *
   * @throws BatonSetupException if the handler leaves the transaction, or requests another one
   */
  void refuseApart() {
    if (said == null) {
      return;
    }
    if (LEAVES_THE_TRANSACTION.contains(said.getPropagationBehavior())) {
      throw call.refused(
          "has @Transactional(propagation = REQUIRES_NEW, NOT_SUPPORTED or NEVER): what it"
              + " writes would not be in the transaction of Baton, which completes"
              + " the task",
          "Remove it, or remove transactional = true from @TaskHandler");
    }
    if (said.getIsolationLevel() != TransactionDefinition.ISOLATION_DEFAULT) {
      throw call.refused(
          "has @Transactional(isolation = ...), which has no effect in the transaction that"
              + " Baton has begun",
          "Remove it; a bean SpringTransactions.of(dataSource, manager, isolation) sets the"
              + " isolation of all transactional handlers");
    }
  }

  /**
   * Refuses a handler with the transaction manager of another database.
   *
   * @throws BatonSetupException if its transaction manager is for another database
   */
  void refuseElsewhere(ConfigurableListableBeanFactory beans, BatonDatabase database) {
    if (said != null
        && manager(beans, said.getQualifier()) instanceof PlatformTransactionManager own
        && own != database.manager()
        && !SpringTransactions.isJta(own)
        && !ManagedSource.isSame(own, database.dataSource())) {
      throw call.refused(
          "has @Transactional with a "
              + ManagedSource.name(own)
              + " of another data source: what it writes would not be in the transaction of"
              + " Baton, which completes the task",
          "Name Baton's transaction manager in @Transactional, or remove"
              + " transactional = true from @TaskHandler");
    }
  }

  /** Finds the manager like Spring's interceptor; returns null if it finds none. */
  private static @Nullable TransactionManager manager(
      ConfigurableListableBeanFactory beans, @Nullable String qualifier) {
    return qualifier == null || qualifier.isEmpty()
        ? beans.getBeanProvider(TransactionManager.class).getIfUnique()
        : BeanFactoryAnnotationUtils.qualifiedBeanOfType(
            beans, TransactionManager.class, qualifier);
  }
}
