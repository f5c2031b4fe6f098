/** What every task store must do for tasks that run in order. */
@org.jspecify.annotations.NullMarked
package dev.baton.tck.contract.order;
