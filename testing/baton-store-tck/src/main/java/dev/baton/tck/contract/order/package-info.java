/** The contract of every task store for tasks that run in order. */
@org.jspecify.annotations.NullMarked
package dev.baton.tck.contract.order;
